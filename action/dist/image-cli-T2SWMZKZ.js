import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a}from"./chunk-AVWUJ2VX.js";import"./chunk-YXZKWTC4.js";import"./chunk-RJCPR7ZE.js";import"./chunk-UKSPS3HR.js";import"./chunk-DJVAX2EJ.js";import"./chunk-VJINN7OB.js";import"./chunk-6REANS53.js";export{a as ImageCli};
