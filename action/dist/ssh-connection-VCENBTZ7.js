import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b}from"./chunk-ZAJL43J3.js";import"./chunk-Z2VUSARN.js";import"./chunk-W6EIFQNW.js";import"./chunk-C3PRJ3JY.js";import"./chunk-6REANS53.js";export{a as connect,b as pathIn};
