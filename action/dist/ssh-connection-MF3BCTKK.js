import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b}from"./chunk-ANQ52OOV.js";import"./chunk-RPQDRNF4.js";import"./chunk-DRXWAUJS.js";import"./chunk-G2ASK6K2.js";import"./chunk-6REANS53.js";export{a as connect,b as pathIn};
