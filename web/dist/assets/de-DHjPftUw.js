import{e}from"./index-51gVZ1kd.js";const d={...e,code:"de"};export{d as de};
