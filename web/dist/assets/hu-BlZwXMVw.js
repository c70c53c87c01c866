import{e as o}from"./index-BoVUwIsU.js";const r={...o,code:"hu"};export{r as hu};
