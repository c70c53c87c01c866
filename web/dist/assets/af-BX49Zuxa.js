import{e as o}from"./index-51gVZ1kd.js";const a={...o,code:"af"};export{a as af};
