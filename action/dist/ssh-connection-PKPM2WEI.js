import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b}from"./chunk-YATZV6E2.js";import"./chunk-FWB6HT77.js";import"./chunk-VIMIWDAN.js";import"./chunk-G2ASK6K2.js";import"./chunk-6REANS53.js";export{a as connect,b as pathIn};
