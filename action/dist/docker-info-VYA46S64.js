import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b,c}from"./chunk-VW6KOZ2K.js";import"./chunk-UKSPS3HR.js";import"./chunk-MJDJDMT4.js";import"./chunk-Y5KCVLWU.js";import"./chunk-UNYEKT3H.js";import"./chunk-6REANS53.js";export{a as askDocker,b as readInfo,c as remedyOf};
