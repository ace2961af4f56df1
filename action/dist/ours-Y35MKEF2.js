import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b}from"./chunk-NCTNCABK.js";import"./chunk-GFCJQBUJ.js";import"./chunk-ODZFAH7E.js";import"./chunk-G2ASK6K2.js";import"./chunk-6REANS53.js";export{a as listOurs,b as removeThings};
