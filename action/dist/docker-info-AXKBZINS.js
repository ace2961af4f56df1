import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b,c}from"./chunk-2MXR2HYP.js";import"./chunk-UKSPS3HR.js";import"./chunk-WEEJGG7O.js";import"./chunk-4KKG6CAO.js";import"./chunk-VJINN7OB.js";import"./chunk-6REANS53.js";export{a as askDocker,b as readInfo,c as remedyOf};
