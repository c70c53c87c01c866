import{e as o}from"./index-BoVUwIsU.js";const a={...o,code:"af"};export{a as af};
