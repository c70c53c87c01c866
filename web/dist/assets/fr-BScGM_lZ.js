import{e as o}from"./index-51gVZ1kd.js";const e={...o,code:"fr"};export{e as fr};
