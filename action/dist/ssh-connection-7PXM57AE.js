import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b}from"./chunk-XVJMZRZJ.js";import"./chunk-JDHC52WA.js";import"./chunk-7OXKXKQ6.js";import"./chunk-G2ASK6K2.js";import"./chunk-6VLYQYI6.js";export{a as connect,b as pathIn};
