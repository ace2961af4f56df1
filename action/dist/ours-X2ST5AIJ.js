import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b}from"./chunk-QSTO6DZQ.js";import"./chunk-44426WGP.js";import"./chunk-S5DTNHZP.js";import"./chunk-G2ASK6K2.js";import"./chunk-6REANS53.js";export{a as listOurs,b as removeThings};
