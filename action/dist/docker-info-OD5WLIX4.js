import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b,c}from"./chunk-T6QTPBXY.js";import"./chunk-UKSPS3HR.js";import"./chunk-4UOVU44V.js";import"./chunk-Q2QPRZJR.js";import"./chunk-KX5XH5O6.js";import"./chunk-6REANS53.js";export{a as askDocker,b as readInfo,c as remedyOf};
