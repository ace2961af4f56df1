import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b}from"./chunk-6CSDHEYH.js";import"./chunk-NS55I56P.js";import"./chunk-E6ACUOM5.js";import"./chunk-G2ASK6K2.js";import"./chunk-6REANS53.js";export{a as listOurs,b as removeThings};
