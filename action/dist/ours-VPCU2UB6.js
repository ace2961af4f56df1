import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b}from"./chunk-3PFUPVIY.js";import"./chunk-TXA4SWEE.js";import"./chunk-PMYZVVWS.js";import"./chunk-CWR46IDK.js";import"./chunk-6REANS53.js";export{a as listOurs,b as removeThings};
