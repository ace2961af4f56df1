import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b}from"./chunk-ZVFRO6L7.js";import"./chunk-PRRZQIOC.js";import"./chunk-REKUISMW.js";import"./chunk-5MYGZ6QQ.js";import"./chunk-6REANS53.js";export{a as listLabelledObjects,b as removeObjects};
