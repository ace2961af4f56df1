import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b,c}from"./chunk-MGI3YXFD.js";import"./chunk-UKSPS3HR.js";import"./chunk-AO2ZKAVV.js";import"./chunk-AGUPR7IM.js";import"./chunk-WHBMDF4S.js";import"./chunk-6REANS53.js";export{a as askDocker,b as readInfo,c as remedyOf};
