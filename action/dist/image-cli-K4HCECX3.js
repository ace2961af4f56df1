import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a}from"./chunk-YGDBSY3A.js";import"./chunk-QUJFPYE7.js";import"./chunk-3ZOW2JE4.js";import"./chunk-WXJ6SSRK.js";import"./chunk-SM5EL65T.js";import"./chunk-5LOKNP2H.js";import"./chunk-6REANS53.js";export{a as ImageCli};
