import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b}from"./chunk-7LEFXCNE.js";import"./chunk-LTRUQPGK.js";import"./chunk-AGUPR7IM.js";import"./chunk-WHBMDF4S.js";import"./chunk-6REANS53.js";export{a as connect,b as pathIn};
