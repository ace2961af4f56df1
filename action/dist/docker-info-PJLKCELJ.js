import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b,c}from"./chunk-4QD4T6EK.js";import"./chunk-UKSPS3HR.js";import"./chunk-BQWX5KTW.js";import"./chunk-BRCOELUZ.js";import"./chunk-UNYEKT3H.js";import"./chunk-6REANS53.js";export{a as askDocker,b as readInfo,c as remedyOf};
