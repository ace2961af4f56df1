import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b}from"./chunk-2RJO65T4.js";import"./chunk-LH75LKLO.js";import"./chunk-Y5KCVLWU.js";import"./chunk-UNYEKT3H.js";import"./chunk-6REANS53.js";export{a as listLabelledObjects,b as removeObjects};
