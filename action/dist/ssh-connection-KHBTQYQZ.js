import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b}from"./chunk-HI22ADKT.js";import"./chunk-77QQA2ZN.js";import"./chunk-LEG36KST.js";import"./chunk-G2ASK6K2.js";import"./chunk-6REANS53.js";export{a as connect,b as pathIn};
