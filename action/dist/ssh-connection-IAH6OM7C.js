import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b}from"./chunk-5CQKHG53.js";import"./chunk-FS7QSAZY.js";import"./chunk-3ZT5QUIH.js";import"./chunk-G2ASK6K2.js";import"./chunk-6REANS53.js";export{a as connect,b as pathIn};
