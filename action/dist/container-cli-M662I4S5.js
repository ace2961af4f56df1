import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a}from"./chunk-GSXTW4FB.js";import"./chunk-JNK6FI2I.js";import"./chunk-MB6W4D72.js";import"./chunk-AVWUJ2VX.js";import"./chunk-YXZKWTC4.js";import"./chunk-RJCPR7ZE.js";import"./chunk-UKSPS3HR.js";import"./chunk-DJVAX2EJ.js";import"./chunk-VJINN7OB.js";import"./chunk-6REANS53.js";export{a as ContainerCli};
