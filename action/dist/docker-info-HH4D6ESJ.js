import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b,c}from"./chunk-SJP3WLCF.js";import"./chunk-UKSPS3HR.js";import"./chunk-T4AVLRXS.js";import"./chunk-PK3C4BNT.js";import"./chunk-QTNQHHRS.js";import"./chunk-6REANS53.js";export{a as askDocker,b as readInfo,c as remedyOf};
