import{e as o}from"./index-Nqlnrkm5.js";const e={...o,code:"fr"};export{e as fr};
