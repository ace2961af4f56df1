import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b}from"./chunk-X5K6X3XX.js";import"./chunk-VBCOXUSK.js";import"./chunk-Y5KCVLWU.js";import"./chunk-UNYEKT3H.js";import"./chunk-6REANS53.js";export{a as connect,b as pathIn};
