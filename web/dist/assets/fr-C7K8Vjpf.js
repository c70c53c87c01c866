import{e as o}from"./index-BoVUwIsU.js";const e={...o,code:"fr"};export{e as fr};
