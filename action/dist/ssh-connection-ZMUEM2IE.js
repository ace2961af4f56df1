import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b}from"./chunk-YTMT4KGE.js";import"./chunk-3FLXA23C.js";import"./chunk-SNKRQ4LE.js";import"./chunk-G2ASK6K2.js";import"./chunk-6REANS53.js";export{a as connect,b as pathIn};
