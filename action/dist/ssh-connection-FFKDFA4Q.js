import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b}from"./chunk-WUMQO7NV.js";import"./chunk-A2ECIKPQ.js";import"./chunk-46YK6R7B.js";import"./chunk-G2ASK6K2.js";import"./chunk-6REANS53.js";export{a as connect,b as pathIn};
