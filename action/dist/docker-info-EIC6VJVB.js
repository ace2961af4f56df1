import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b,c}from"./chunk-GRZOZSYZ.js";import"./chunk-UKSPS3HR.js";import"./chunk-6INFQT55.js";import"./chunk-5HJFFFEB.js";import"./chunk-KX5XH5O6.js";import"./chunk-6REANS53.js";export{a as askDocker,b as readInfo,c as remedyOf};
