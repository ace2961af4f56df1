import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a}from"./chunk-YMHOWRD4.js";import"./chunk-5IJEEOZY.js";import"./chunk-HDCOWYRQ.js";import"./chunk-UK77T6UT.js";import"./chunk-AGUPR7IM.js";import"./chunk-WHBMDF4S.js";import"./chunk-6REANS53.js";export{a as runStep};
