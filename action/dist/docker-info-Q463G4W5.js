import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b,c}from"./chunk-RD5KXKHF.js";import"./chunk-UKSPS3HR.js";import"./chunk-ZWGEWC33.js";import"./chunk-IKNHTMZJ.js";import"./chunk-VJINN7OB.js";import"./chunk-6REANS53.js";export{a as askDocker,b as readInfo,c as remedyOf};
