import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b}from"./chunk-W7NL2NEA.js";import"./chunk-4PHZMN2Q.js";import"./chunk-S4SUMQIV.js";import"./chunk-G2ASK6K2.js";import"./chunk-6REANS53.js";export{a as connect,b as pathIn};
