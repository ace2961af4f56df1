import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b}from"./chunk-JNK6FI2I.js";import"./chunk-YXZKWTC4.js";import"./chunk-DJVAX2EJ.js";import"./chunk-VJINN7OB.js";import"./chunk-6REANS53.js";export{a as listLabelledObjects,b as removeObjects};
