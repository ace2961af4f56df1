import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b}from"./chunk-UJPELT3C.js";import"./chunk-B4XQHZEA.js";import"./chunk-GO7N4OYG.js";import"./chunk-G2ASK6K2.js";import"./chunk-6REANS53.js";export{a as connect,b as pathIn};
