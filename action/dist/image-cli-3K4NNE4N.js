import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a}from"./chunk-B6UR7X54.js";import"./chunk-WNETR6DX.js";import"./chunk-JIAEFBAT.js";import"./chunk-FDGKST6U.js";import"./chunk-G2ASK6K2.js";import"./chunk-6REANS53.js";export{a as ImageCli};
