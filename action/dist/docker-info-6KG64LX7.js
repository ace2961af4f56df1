import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b,c}from"./chunk-X5QEOJDD.js";import"./chunk-UKSPS3HR.js";import"./chunk-OC3GIYZE.js";import"./chunk-VBXP4WIN.js";import"./chunk-CWR46IDK.js";import"./chunk-6REANS53.js";export{a as askDocker,b as readInfo,c as remedyOf};
