import{e as o}from"./index-51gVZ1kd.js";const r={...o,code:"hu"};export{r as hu};
