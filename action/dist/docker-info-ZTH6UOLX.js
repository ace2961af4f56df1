import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b,c}from"./chunk-35TBLYRN.js";import"./chunk-UKSPS3HR.js";import"./chunk-G3L6E3RH.js";import"./chunk-6BG3DPXB.js";import"./chunk-UNYEKT3H.js";import"./chunk-6REANS53.js";export{a as askDocker,b as readInfo,c as remedyOf};
