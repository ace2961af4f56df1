import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b,c}from"./chunk-R4B2V7IG.js";import"./chunk-UKSPS3HR.js";import"./chunk-PMJXX64K.js";import"./chunk-OGF556QG.js";import"./chunk-WG37KF7Q.js";import"./chunk-6REANS53.js";export{a as askDocker,b as readInfo,c as remedyOf};
