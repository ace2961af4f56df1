import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b}from"./chunk-4NJ5LB35.js";import"./chunk-77YJSYJ3.js";import"./chunk-J3UYGAEU.js";import"./chunk-G2ASK6K2.js";import"./chunk-6REANS53.js";export{a as listOurs,b as removeThings};
