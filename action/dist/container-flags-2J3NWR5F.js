import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b,c}from"./chunk-QUJFPYE7.js";import"./chunk-6REANS53.js";export{a as containerFlags,b as labelFlags,c as mountFlag};
