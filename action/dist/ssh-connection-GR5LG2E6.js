import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b}from"./chunk-UEBUGHVX.js";import"./chunk-HBDRGBYV.js";import"./chunk-7FP6CXNQ.js";import"./chunk-6VLYQYI6.js";export{a as connect,b as pathIn};
