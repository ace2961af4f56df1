import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b}from"./chunk-OOXNQ6RA.js";import"./chunk-4KAD2VNS.js";import"./chunk-J3UYGAEU.js";import"./chunk-G2ASK6K2.js";import"./chunk-6REANS53.js";export{a as connect,b as pathIn};
