import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b}from"./chunk-FXD5N75V.js";import"./chunk-NKR67X3B.js";import"./chunk-HJJGNKVZ.js";import"./chunk-G2ASK6K2.js";import"./chunk-6REANS53.js";export{a as listOurs,b as removeThings};
