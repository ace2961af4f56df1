import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b}from"./chunk-Z5PO4R6B.js";import"./chunk-QQ5QPO6I.js";import"./chunk-ODZFAH7E.js";import"./chunk-G2ASK6K2.js";import"./chunk-6REANS53.js";export{a as connect,b as pathIn};
