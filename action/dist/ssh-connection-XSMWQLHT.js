import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b}from"./chunk-LIYDOJFJ.js";import"./chunk-DL2TUZSY.js";import"./chunk-PK3C4BNT.js";import"./chunk-QTNQHHRS.js";import"./chunk-6REANS53.js";export{a as connect,b as pathIn};
