import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b}from"./chunk-WSAL42XN.js";import"./chunk-YESEN2RU.js";import"./chunk-VBXP4WIN.js";import"./chunk-CWR46IDK.js";import"./chunk-6REANS53.js";export{a as connect,b as pathIn};
