import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b,c}from"./chunk-OSFWWUG5.js";import"./chunk-GOYBI5GH.js";import"./chunk-WXJ6SSRK.js";import"./chunk-5LOKNP2H.js";import"./chunk-6REANS53.js";export{a as askDocker,b as readInfo,c as remedyOf};
