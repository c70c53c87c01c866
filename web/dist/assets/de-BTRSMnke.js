import{e}from"./index-BoVUwIsU.js";const d={...e,code:"de"};export{d as de};
