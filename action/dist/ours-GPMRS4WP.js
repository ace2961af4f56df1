import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b}from"./chunk-OXRVQFME.js";import"./chunk-HSD6ZASC.js";import"./chunk-VBXP4WIN.js";import"./chunk-CWR46IDK.js";import"./chunk-6REANS53.js";export{a as listOurs,b as removeThings};
