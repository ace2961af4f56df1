import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b}from"./chunk-WTD7XHZ5.js";import"./chunk-U7VYNOGF.js";import"./chunk-WKMLRS6V.js";import"./chunk-G2ASK6K2.js";import"./chunk-6REANS53.js";export{a as connect,b as pathIn};
